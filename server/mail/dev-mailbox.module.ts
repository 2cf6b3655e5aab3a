import { Module } from '@nestjs/common';
import { DevMailboxController } from './dev-mailbox.controller.js';

/** Shows sent emails during development; a portal in production does not import it. */
@Module({ controllers: [DevMailboxController] })
export class DevMailboxModule {}
