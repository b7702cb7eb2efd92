export class HealthAnswer {
  /** @example "ok" */
  readonly status!: string;
}
