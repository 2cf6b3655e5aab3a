import { Body, Controller, Get, Patch, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Organisation, OrganisationPoliciesResponse, OrganisationsResponse } from '#common/api/index.js';
import type { Actor } from '../../platform/access/actor.js';
import {
  CurrentActor,
  IdParam,
  Roles,
  OwnSecondFactor,
  StepUp,
  SystemWide,
} from '../../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../../platform/http/list-query.js';
import { OrganisationCreateDto, OrganisationPatchDto } from './organisations-admin.dto.js';
import { OrganisationsAdmin } from './organisations-admin.service.js';
import { ORGANISATION_LIST } from '../users/organisations.repository.js';

@Controller('api/admin/organisations')
@Roles('system_admin')
export class OrganisationsAdminController {
  constructor(private readonly organisations: OrganisationsAdmin) {}

  /** The organizations the administrator sees. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(ORGANISATION_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganisationsResponse> {
    const page = await this.organisations.list(actor, query);
    return { organisations: page.rows, ...listMeta(reply, ORGANISATION_LIST.unit, query, page) };
  }

  /** Adds an organization. */
  @OwnSecondFactor()
  @StepUp()
  @Post()
  @SystemWide()
  create(@CurrentActor() actor: Actor, @Body() body: OrganisationCreateDto): Promise<Organisation> {
    return this.organisations.create(actor, body);
  }

  /** The policies of an organization with their history. */
  @Get(':id/policies')
  policies(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<OrganisationPoliciesResponse> {
    return this.organisations.history(actor, id);
  }

  /** Changes an organization or its policies. */
  @OwnSecondFactor()
  @StepUp()
  @Patch(':id')
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: OrganisationPatchDto,
  ): Promise<Organisation> {
    return this.organisations.update(actor, id, body);
  }
}
