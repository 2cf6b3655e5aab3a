import { Global, Module } from '@nestjs/common';
import { FieldCipher } from './field-cipher.js';

@Global()
@Module({ providers: [FieldCipher], exports: [FieldCipher] })
export class CryptoModule {}
