import { Module } from '@nestjs/common';
import { ClearTexts } from './clear-texts.js';
import { KeyCheck } from './key-check.js';
import { KeyRotation } from './key-rotation.js';

@Module({ providers: [KeyCheck, KeyRotation, ClearTexts], exports: [KeyCheck] })
export class KeysModule {}
