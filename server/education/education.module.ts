import { Module } from '@nestjs/common';
import { EducationController } from './education.controller.js';
import { Education } from './education.service.js';

@Module({ controllers: [EducationController], providers: [Education], exports: [Education] })
export class EducationModule {}
