import { TestEnvironment } from 'jest-environment-node';

/**
 * An environment of Node.js with `importBuilt`, which imports a module outside of Jest. All suites of a worker share
 * the module.
 */
export default class BuiltModulesEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, { importBuilt: (url) => import(url) });
  }
}
