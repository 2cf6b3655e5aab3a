import { Module } from '@nestjs/common';
import { LabsController } from './labs.controller.js';
import { LabsRepository } from './labs.repository.js';
import { Labs } from './labs.service.js';

@Module({ controllers: [LabsController], providers: [Labs, LabsRepository], exports: [Labs] })
export class LabsModule {}
