import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ChatResponse, HelpArticle } from '#common/api/assistant.js';
import type { Actor } from '../platform/access/actor.js';
import { AnyRole, CurrentActor, Roles } from '../platform/access/decorators.js';
import { ArticleReviews } from './article-reviews.service.js';
import { ArticleReviewDto, ChatDto } from './assistant.dto.js';
import { Assistant } from './assistant.service.js';

@Controller('api')
@AnyRole()
export class AssistantController {
  constructor(
    private readonly assistant: Assistant,
    private readonly reviews: ArticleReviews,
  ) {}

  /** Asks the assistant. */
  @Post('trt/assistant/chat')
  @HttpCode(200)
  chat(@CurrentActor() actor: Actor, @Body() body: ChatDto): Promise<ChatResponse> {
    return this.assistant.chat(actor, body);
  }

  /** A help article. */
  @Get('help/:slug')
  help(@CurrentActor() actor: Actor, @Param('slug') slug: string): Promise<HelpArticle> {
    return this.assistant.help(actor, slug);
  }

  /** Approves an article as its medical reviewer. */
  @Post('help/:slug/review')
  @HttpCode(200)
  @Roles('provider', 'system_admin')
  review(
    @CurrentActor() actor: Actor,
    @Param('slug') slug: string,
    @Body() body: ArticleReviewDto,
  ): Promise<HelpArticle> {
    return this.reviews.review(actor, slug, body);
  }
}
