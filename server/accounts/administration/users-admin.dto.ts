import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsUUID } from 'class-validator';
import { ROLES, type Role } from '#common/vocabulary/index.js';
import { EmailAddress, MaybeVersion } from '../../platform/http/fields.js';
import { MaybeAbsent, MaybeNull } from '../../platform/http/validation.js';
import { DisplayName } from '../users/display-name.js';

const ROLES_MESSAGE = { message: 'Choose at least one role, each once.' };

const RoleList = () => (target: object, name: string) => {
  IsIn(ROLES, { each: true, ...ROLES_MESSAGE })(target, name);
  ArrayUnique(ROLES_MESSAGE)(target, name);
  ArrayNotEmpty(ROLES_MESSAGE)(target, name);
  IsArray(ROLES_MESSAGE)(target, name);
};

export class UserPatchDto {
  @MaybeVersion()
  version?: number;

  @MaybeAbsent()
  @RoleList()
  roles?: Role[];

  @MaybeAbsent()
  @IsIn(['active', 'disabled'], { message: 'Choose active or disabled.' })
  status?: 'active' | 'disabled';

  @MaybeNull()
  @IsUUID(undefined, { message: 'Choose an organization.' })
  org_id?: string | null;

  @MaybeNull()
  @DisplayName()
  display_name?: string | null;
}

export class UserInviteDto {
  @EmailAddress()
  email: string;

  @MaybeNull()
  @DisplayName()
  display_name?: string | null;

  @RoleList()
  roles: Role[];

  @MaybeNull()
  @IsUUID(undefined, { message: 'Choose an organization.' })
  org_id?: string | null;
}
