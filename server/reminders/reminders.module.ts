import { Module } from '@nestjs/common';
import { Reminders } from './reminders.service.js';

@Module({ providers: [Reminders], exports: [Reminders] })
export class RemindersModule {}
