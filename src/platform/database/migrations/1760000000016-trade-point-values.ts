import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Point values of trades, the positions to which trades belong, and the marks of trades that were made with the outcome
 * known. The defaults are constants, so the table is not rewritten, and instances that do not know the columns can keep
 * writing. The constraints are not checked for existing rows, which all have the defaults.
 */
export class TradePointValues1760000000016 implements MigrationInterface {
  readonly name = 'TradePointValues1760000000016';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE trades DROP COLUMN point_value, DROP COLUMN position_id, DROP COLUMN second_look',
    );
  }
}

const STATEMENTS = [
  `ALTER TABLE trades
    ADD COLUMN point_value double precision NOT NULL DEFAULT 1,
    ADD COLUMN position_id text,
    ADD COLUMN second_look text`,
  `ALTER TABLE trades ADD CONSTRAINT trades_point_value_check CHECK (point_value > 0) NOT VALID`,
  // An instance that does not know the point value computes with 1. Its edit of another trade fails here, so that it
  // does not store a wrong amount. The tolerance covers the error of doubles and the rounding to 8 decimals.
  `ALTER TABLE trades ADD CONSTRAINT trades_pl_gross_check CHECK (
    point_value = 1
    OR abs(pl_gross - CASE side WHEN 'long' THEN 1 ELSE -1 END * (exit_price - entry_price) * qty * point_value)
      <= 1e-8 + 1e-12 * (entry_price + exit_price) * qty * point_value
  ) NOT VALID`,
  `ALTER TABLE trades ADD CONSTRAINT trades_second_look_check
    CHECK (second_look IN ('run', 'earlier-run')) NOT VALID`,
];
