import BuiltModulesEnvironment from './environment.js';

/** The classes of errors that tests and the service share. */
const ERRORS = { Error, RangeError, SyntaxError, TypeError };

/** The service reads monotonic times from `performance.now()`. This is added to them, ms. */
let aheadMs = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + aheadMs;

/** The environment of tests that load the whole service outside of Jest. */
export default class ServiceEnvironment extends BuiltModulesEnvironment {
  constructor(config, context) {
    super(config, context);
    // A test has a clock of its own. Some tests set the clock of the service.
    Object.assign(this.global, ERRORS, { DateOfService: Date });
    Object.assign(this.global, { passServiceTime: (ms) => (aheadMs += ms) });
  }
}
