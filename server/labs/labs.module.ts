import { Module } from '@nestjs/common';
import { LabsController } from './labs.controller.js';
import { LabImport } from './lab-import.service.js';
import { LabsRepository } from './labs.repository.js';
import { Labs } from './labs.service.js';

@Module({ controllers: [LabsController], providers: [LabImport, Labs, LabsRepository], exports: [Labs] })
export class LabsModule {}
