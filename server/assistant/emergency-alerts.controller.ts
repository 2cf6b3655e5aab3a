import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { CaseAlertsResponse } from '#common/api/cases.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, StaffOnly } from '../platform/access/decorators.js';
import { EmergencyAlertCloseDto } from './assistant.dto.js';
import { EmergencyAlerts } from './emergency-alerts.service.js';

@Controller('api/trt/cases/:id/alerts')
@StaffOnly()
export class EmergencyAlertsController {
  constructor(private readonly alerts: EmergencyAlerts) {}

  /** Closes an alert of an emergency with the call that reached the patient. */
  @Post(':alertId/close')
  @HttpCode(200)
  close(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('alertId') alertId: string,
    @Body() body: EmergencyAlertCloseDto,
  ): Promise<CaseAlertsResponse> {
    return this.alerts.close(actor, id, alertId, body);
  }
}
