import { Controller, Get, HttpCode, Inject, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SMART_PATHS, type SmartConfiguration, type SmartToken } from '#common/api/smart.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { AddressLimitGuard } from '../limits/address-limit.guard.js';
import { Public } from '../platform/access/decorators.js';
import { smartConfiguration } from './configuration.js';
import { SmartTokens } from './smart-tokens.service.js';

/** OAuth for programs and apps: no cookie is read, and every answer and error has its form. */
@Public()
@Controller()
export class SmartController {
  constructor(
    private readonly tokens: SmartTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Where tokens are given, and for what. */
  @Get(SMART_PATHS.configuration)
  configuration(): SmartConfiguration {
    return smartConfiguration(this.config.publicOrigin);
  }

  /** Gives an access token. */
  @UseGuards(AddressLimitGuard)
  @Post(SMART_PATHS.token)
  @HttpCode(200)
  token(@Req() request: FastifyRequest): Promise<SmartToken> {
    return this.tokens.give(request);
  }

  /** Ends a token (RFC 7009). */
  @UseGuards(AddressLimitGuard)
  @Post(SMART_PATHS.revoke)
  @HttpCode(200)
  revoke(@Req() request: FastifyRequest): Promise<void> {
    return this.tokens.revoke(request);
  }
}
