import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SsoOfferResponse } from '#common/api/index.js';
import { Public } from '../../platform/access/decorators.js';
import { AlsoDescribed } from '../../platform/http/described.js';
import { QueryNames } from '../../platform/http/query-names.js';
import { validateBody } from '../../platform/http/validation.js';
import { EmailDto } from '../users/accounts.dto.js';
import { SsoSignIn } from './sso-sign-in.service.js';

/** Signing in at your organization's provider. */
@Public()
@Controller('auth/sso')
export class SsoController {
  constructor(private readonly signIn: SsoSignIn) {}

  /** Whether the domain of an address has single sign-on. */
  @QueryNames('email')
  @Get()
  async offer(@Query() query: unknown, @Req() request: FastifyRequest): Promise<SsoOfferResponse> {
    const { email } = await validateBody(EmailDto, query);
    return this.signIn.offer(email, request);
  }

  /** Leads to the provider of your organization. */
  @QueryNames('email')
  @AlsoDescribed({ redirects: true })
  @Get('start')
  async start(
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { email } = await validateBody(EmailDto, query);
    await go(reply, await this.signIn.start(email, request, reply));
  }

  /** Where the provider sends you back. */
  @AlsoDescribed({ redirects: true })
  @Get('callback')
  async finish(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await go(reply, await this.signIn.finish(request, reply));
  }
}

/** The URL just left contains a code: send it to no one. */
const go = (reply: FastifyReply, to: string): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 302);
