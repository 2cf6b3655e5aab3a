import { ownerDataSource } from './server/schema/owner-data-source.js';

/** For the TypeORM command line: the owner's connection of the database in DATABASE_URL. */
export default ownerDataSource(process.env.DATABASE_URL ?? 'postgres://localhost/trt');
