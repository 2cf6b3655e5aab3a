import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Passkey } from '../second-factor/mfa.entities.js';
import { Organisation } from './organisation.entity.js';
import { OrganisationsRepository } from './organisations.repository.js';
import { User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';
import { Users } from './users.service.js';

/** Who has an account, and in which organization: what other features read of accounts. */
@Module({
  imports: [TypeOrmModule.forFeature([Organisation, Passkey, User])],
  providers: [OrganisationsRepository, Users, UsersRepository],
  exports: [OrganisationsRepository, Users, UsersRepository],
})
export class UsersModule {}
