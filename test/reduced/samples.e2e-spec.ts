import { expectContractWithout } from '../support/contract-suites.js';

await expectContractWithout('samples');
