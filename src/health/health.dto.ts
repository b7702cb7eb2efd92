export class HealthAnswer {
  /**
   * Always `ok`. A service that is not ready returns an error.
   * @example "ok"
   */
  readonly status!: string;
}

export class LiveAnswer extends HealthAnswer {
  /**
   * Version of the service.
   * @example "1.0.0"
   */
  readonly version!: string;
}
