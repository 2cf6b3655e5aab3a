import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganisationsRepository } from './organisations.repository.js';
import { User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';
import { Users } from './users.service.js';

/** Who has an account, and in which organization: what other features read of accounts. */
@Module({
  imports: [TypeOrmModule.forFeature([User])],
  providers: [OrganisationsRepository, Users, UsersRepository],
  exports: [OrganisationsRepository, Users, UsersRepository],
})
export class UsersModule {}
