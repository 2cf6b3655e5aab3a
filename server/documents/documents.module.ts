import { Module } from '@nestjs/common';
import { Documents } from './documents.service.js';

@Module({ providers: [Documents], exports: [Documents] })
export class DocumentsModule {}
