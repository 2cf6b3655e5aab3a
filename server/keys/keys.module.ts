import { Module } from '@nestjs/common';
import { KeyCheck } from './key-check.js';
import { KeyRotation } from './key-rotation.js';

@Module({ providers: [KeyCheck, KeyRotation], exports: [KeyCheck] })
export class KeysModule {}
