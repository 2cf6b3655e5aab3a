import { Global, Module } from '@nestjs/common';
import { AccountBudgets } from '../platform/access/account-budgets.js';
import { DatabaseLimitStore } from './limit-store.js';
import { Limits } from './limits.service.js';
import { RefusalLog } from './refusal-log.js';

@Global()
@Module({
  providers: [DatabaseLimitStore, Limits, AccountBudgets, RefusalLog],
  exports: [Limits, AccountBudgets, RefusalLog],
})
export class LimitsModule {}
