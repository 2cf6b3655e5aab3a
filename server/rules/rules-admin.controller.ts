import { Controller, Get } from '@nestjs/common';
import type { RuleSetResponse } from '#common/api/index.js';
import { describeRuleSet } from '#common/clinical/index.js';
import { Roles } from '../platform/access/decorators.js';

/** The rule set as it is in force: version, sources, change log, and every rule in words. */
@Controller('api/admin/rules')
@Roles('system_admin')
export class RulesAdminController {
  /** The rule set in words: version, sources, changes, every rule. */
  @Get()
  list(): RuleSetResponse {
    return describeRuleSet();
  }
}
