import { Global, Module } from '@nestjs/common';
import { AccountBudgets } from '../platform/access/account-budgets.js';
import { DatabaseLimitStore } from './limit-store.js';
import { Limits } from './limits.service.js';

@Global()
@Module({ providers: [DatabaseLimitStore, Limits, AccountBudgets], exports: [Limits, AccountBudgets] })
export class LimitsModule {}
