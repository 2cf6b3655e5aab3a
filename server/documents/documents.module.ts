import { Module } from '@nestjs/common';
import { Documents } from './documents.repository.js';

@Module({ providers: [Documents], exports: [Documents] })
export class DocumentsModule {}
