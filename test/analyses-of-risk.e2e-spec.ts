import './analyses/evidence.js';
import './analyses/first-answers.js';
import './analyses/hindsight.js';
import './analyses/monte-carlo.js';
import './analyses/risk.js';
