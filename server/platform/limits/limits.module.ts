import { Global, Module } from '@nestjs/common';
import { DatabaseLimitStore } from './limit-store.js';
import { Limits } from './limits.service.js';

@Global()
@Module({ providers: [DatabaseLimitStore, Limits], exports: [Limits] })
export class LimitsModule {}
