import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ApiKey, ApiKeyCreated, ApiKeysResponse } from '#common/api/api-keys.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, StepUp } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { ApiKeyCreateDto } from './api-keys.dto.js';
import { API_KEY_LIST } from './api-keys.repository.js';
import { ApiKeys } from './api-keys.service.js';

@Controller('api/admin/api-keys')
@Roles('system_admin')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  /** The API keys of the organization, without their secrets. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(API_KEY_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ApiKeysResponse> {
    const page = await this.keys.list(actor, query);
    return { api_keys: page.rows, ...listMeta(reply, API_KEY_LIST.unit, query, page) };
  }

  /** Makes a key; its text is in this answer and nowhere else. */
  @StepUp()
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: ApiKeyCreateDto): Promise<ApiKeyCreated> {
    return this.keys.create(actor, body);
  }

  /** Ends a key at once. */
  @StepUp()
  @Post(':id/revoke')
  @HttpCode(200)
  revoke(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ApiKey> {
    return this.keys.revoke(actor, id);
  }
}
