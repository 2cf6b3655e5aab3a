import { Body, Controller, Get, Patch, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { LabConnection, LabConnectionsResponse } from '#common/api/lab-messages.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, OwnSecondFactor, StepUp } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { LAB_CONNECTION_LIST } from './lab-connections.repository.js';
import { LabConnections } from './lab-connections.service.js';
import { LabConnectionChangeDto, LabConnectionCreateDto } from './lab-messages.dto.js';

@Controller('api/admin/lab-connections')
@Roles('system_admin')
export class LabConnectionsController {
  constructor(private readonly connections: LabConnections) {}

  /** The laboratories that send results to the organization. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(LAB_CONNECTION_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LabConnectionsResponse> {
    const { unknown, ...page } = await this.connections.list(actor, query);
    return {
      lab_connections: page.rows,
      unknown_laboratories: unknown,
      ...listMeta(reply, LAB_CONNECTION_LIST.unit, query, page),
    };
  }

  /** Connects a laboratory; messages that came from it before are read again. */
  @OwnSecondFactor()
  @StepUp()
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: LabConnectionCreateDto): Promise<LabConnection> {
    return this.connections.create(actor, body);
  }

  /** Changes its names or what its codes mean, pauses or resumes. */
  @OwnSecondFactor()
  @StepUp()
  @Patch(':id')
  change(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabConnectionChangeDto,
  ): Promise<LabConnection> {
    return this.connections.change(actor, id, body);
  }
}
