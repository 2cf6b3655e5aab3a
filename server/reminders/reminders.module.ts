import { Module } from '@nestjs/common';
import { DailyReminders } from './daily-reminders.service.js';
import { RemindersController } from './reminders.controller.js';
import { RemindersRepository } from './reminders.repository.js';
import { Reminders } from './reminders.service.js';

@Module({
  controllers: [RemindersController],
  providers: [DailyReminders, Reminders, RemindersRepository],
  exports: [Reminders],
})
export class RemindersModule {}
