import './analyses/document.js';
import './analyses/explain.js';
