import { TestEnvironment } from 'jest-environment-node';

/**
 * A test environment with the function `importBuilt`, which imports a module outside of Jest. All suites of a worker
 * share this module.
 */
export default class BuiltModulesEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, { importBuilt: (url) => import(url) });
  }
}
