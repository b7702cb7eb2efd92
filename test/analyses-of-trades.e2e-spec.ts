import './analyses/breakdown.js';
import './analyses/calendar.js';
import './analyses/confidence.js';
import './analyses/costs.js';
import './analyses/positions.js';
import './analyses/sizing.js';
import './analyses/slices.js';
import './analyses/trades.js';
