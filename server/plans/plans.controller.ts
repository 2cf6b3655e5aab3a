import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type {
  ApproveUnflaggedResponse,
  BaselinePlanResponse,
  PatientPlansResponse,
  PendingPlansResponse,
  PlanApproveResponse,
  StaffPlan,
  TitrateResponse,
} from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import {
  ChecksEachRecord,
  CurrentActor,
  IdParam,
  PatientOnly,
  Roles,
  StaffOnly,
  StepUp,
} from '../platform/access/decorators.js';
import { WithoutDatabase } from '../platform/access/degraded-read.js';
import { AlsoDescribed } from '../platform/http/described.js';
import { QueryNames } from '../platform/http/query-names.js';
import { assertProvenToPrescribe } from '../platform/access/step-up.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { Clock } from '../platform/time/clock.js';
import { ClinicianPlans } from './clinician-plans.service.js';
import { BaselinePlans } from './baseline-plans.service.js';
import {
  ApproveUnflaggedDto,
  ClinicianPlanDto,
  NoPayloadDto,
  PlanApproveDto,
  PlanFlagDto,
  PlanUnflagDto,
  TitrateDto,
  readSimulate,
} from './plans.dto.js';
import { PENDING_LIST } from './plans.repository.js';
import { PlanReview } from './plan-review.service.js';
import { Plans } from './plans.service.js';
import { Titration } from './titration.service.js';

@Controller('api/trt')
export class PlansController {
  constructor(
    private readonly plans: Plans,
    private readonly review: PlanReview,
    private readonly baseline: BaselinePlans,
    private readonly titration: Titration,
    private readonly clinician: ClinicianPlans,
    private readonly clock: Clock,
  ) {}

  /** Drafts your first plan from your intake and labs. */
  @PatientOnly()
  @AlsoDescribed({ alsoAt: 200 })
  @Post('patient/generate-baseline-plan')
  async generate(
    @CurrentActor() actor: Actor,
    @Body() _: NoPayloadDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BaselinePlanResponse> {
    const answer = await this.baseline.generate(actor);
    void reply.status(answer.created ? 201 : 200);
    return answer.body;
  }

  /** Plans of a patient. */
  @StaffOnly()
  @WithoutDatabase({ source: 'cache' })
  @Get('provider/patient-plans/:id')
  async ofPatient(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<PatientPlansResponse> {
    const plans = await this.plans.ofPatient(actor, id);
    return { plans, total: plans.length, source: 'db', as_of: this.clock.now().toISOString() };
  }

  /** Plans that wait for a decision. */
  @StaffOnly()
  @WithoutDatabase({ source: 'cache' })
  @Get('provider/pending-plans')
  async pending(
    @CurrentActor() actor: Actor,
    @List(PENDING_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PendingPlansResponse> {
    const page = await this.plans.pending(actor, query);
    return { plans: page.rows, ...listMeta(reply, PENDING_LIST.unit, query, page) };
  }

  /** Flags a plan with a note. */
  @StaffOnly()
  @Post('provider/plans/flag')
  @HttpCode(200)
  flag(@CurrentActor() actor: Actor, @Body() body: PlanFlagDto): Promise<StaffPlan> {
    return this.review.flag(actor, body.plan_id, body.reason, body.version);
  }

  /** Removes the flags of a plan. */
  @StaffOnly()
  @Post('provider/plans/unflag')
  @HttpCode(200)
  unflag(@CurrentActor() actor: Actor, @Body() body: PlanUnflagDto): Promise<StaffPlan> {
    return this.review.unflag(actor, body.plan_id, body.reason, body.version);
  }

  /** Approves a plan. */
  @StaffOnly()
  @StepUp('prescribing')
  @Post('provider/plans/approve')
  @HttpCode(200)
  approve(@CurrentActor() actor: Actor, @Body() body: PlanApproveDto): Promise<PlanApproveResponse> {
    return this.review.approve(actor, body);
  }

  /** Approves the chosen plans that no rule keeps back; `dry_run` lists them. */
  @StaffOnly()
  @StepUp('prescribing')
  @ChecksEachRecord()
  @Post('provider/plans/approve-unflagged')
  @HttpCode(200)
  approveUnflagged(
    @CurrentActor() actor: Actor,
    @Body() body: ApproveUnflaggedDto,
  ): Promise<ApproveUnflaggedResponse> {
    return this.review.approveUnflagged(actor, body);
  }

  /** Writes a plan as a clinician. */
  @Roles('provider')
  @StepUp('prescribing')
  @Post('cases/:id/plans')
  write(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: ClinicianPlanDto,
  ): Promise<StaffPlan> {
    return this.clinician.write(actor, id, body);
  }

  /** Suggests the next dose; saves a plan unless `simulate` is true. */
  @StaffOnly()
  @QueryNames('simulate')
  @Post('cases/:id/titrate')
  @HttpCode(200)
  titrate(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: TitrateDto,
    @Query() query: Record<string, unknown>,
  ): Promise<TitrateResponse> {
    if (readSimulate(query)) return this.titration.simulate(actor, id, body);
    assertProvenToPrescribe(actor);
    return this.titration.save(actor, id, body);
  }
}
