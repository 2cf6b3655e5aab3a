import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KEY_GATE } from '../platform/access/access.guard.js';
import { ApiKeyRow, KeyAssertionRow, KeyTokenRow } from './api-key.entity.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeys } from './api-keys.service.js';
import { KeyActors } from './key-actor.js';
import { ApiKeyGate } from './key-gate.js';
import { ProgramNotices } from './program-notices.service.js';
import { KeyRefusals } from './key-refusals.js';
import { KeySets } from './key-sets.js';
import { KeyTokensRepository } from './key-tokens.repository.js';
import { SignedKeys } from './signed-keys.service.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { UsersModule } from '../accounts/users/users.module.js';
import { MailModule } from '../mail/mail.module.js';

@Module({
  imports: [
    AccountsModule,
    MailModule,
    TypeOrmModule.forFeature([ApiKeyRow, KeyAssertionRow, KeyTokenRow]),
    UsersModule,
  ],
  controllers: [ApiKeysController],
  providers: [
    ApiKeys,
    ApiKeysRepository,
    ApiKeyGate,
    KeyActors,
    KeyRefusals,
    KeySets,
    KeyTokensRepository,
    ProgramNotices,
    SignedKeys,
    { provide: KEY_GATE, useExisting: ApiKeyGate },
  ],
  exports: [KEY_GATE, KeyActors, ProgramNotices, SignedKeys],
})
export class ApiKeysModule {}
