import './analyses/equity.js';
import './analyses/excursions.js';
import './analyses/exits.js';
import './analyses/fills.js';
import './analyses/point-value.js';
import './analyses/replay.js';
import './analyses/timestamps.js';
import './analyses/timing.js';
