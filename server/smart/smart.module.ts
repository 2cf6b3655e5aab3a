import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { SmartController } from './smart.controller.js';
import { SmartTokens } from './smart-tokens.service.js';

/** Tokens for programs of a clinic: SMART Backend Services. */
@Module({
  imports: [ApiKeysModule],
  controllers: [SmartController],
  providers: [SmartTokens],
})
export class SmartModule {}
