import { Module } from '@nestjs/common';
import { InboxController } from './inbox.controller.js';
import { InboxRepository } from './inbox.repository.js';

@Module({ controllers: [InboxController], providers: [InboxRepository] })
export class InboxModule {}
