import { Body, Controller, Get, Patch, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Article, ArticlesResponse, ArticleVersionsResponse } from '#common/api/admin.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, SystemWide } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { ArticlesAdmin } from './articles-admin.service.js';
import { ARTICLE_LIST } from './articles.repository.js';
import { ArticleDto, ArticlePatchDto } from './assistant.dto.js';

@Controller('api/admin/articles')
@Roles('system_admin')
@SystemWide()
export class ArticlesAdminController {
  constructor(private readonly articles: ArticlesAdmin) {}

  /** The help articles, drafts included. */
  @Get()
  async list(
    @List(ARTICLE_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ArticlesResponse> {
    const page = await this.articles.list(query);
    return { articles: page.rows, ...listMeta(reply, ARTICLE_LIST.unit, query, page) };
  }

  /** Adds an article. */
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: ArticleDto): Promise<Article> {
    return this.articles.create(actor, body);
  }

  /** Changes or publishes an article. */
  @Patch(':id')
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: ArticlePatchDto,
  ): Promise<Article> {
    return this.articles.update(actor, id, body);
  }

  /** Earlier versions of an article. */
  @Get(':id/versions')
  async versions(@IdParam() id: string): Promise<ArticleVersionsResponse> {
    return { versions: await this.articles.versions(id) };
  }
}
