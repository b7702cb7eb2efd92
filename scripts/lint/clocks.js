/**
 * Lint rules for tests. A test must not fail because a machine is slow or busy, so a test must not measure elapsed time or
 * set a deadline.
 */

const MEASURING = new Set([
  'performance.eventLoopUtilization',
  'process.hrtime',
  'process.cpuUsage',
  'process.threadCpuUsage',
  'process.resourceUsage',
]);

const nameOf = ({ type, object, property, computed }) =>
  type === 'MemberExpression' && !computed && object.type === 'Identifier'
    ? `${object.name}.${property.name}`
    : '';

const CLOCKS = new Set(['Date.now', 'performance.now']);

const isClockCall = ({ type, callee }) => type === 'CallExpression' && CLOCKS.has(nameOf(callee));

/** Returns whether the value of an expression is the current time, or the current time plus or minus a duration. */
function isTime(node, scope) {
  if (isClockCall(node)) return true;
  if (node.type === 'BinaryExpression' && '+-'.includes(node.operator))
    return isTime(node.left, scope) !== isTime(node.right, scope);
  if (node.type !== 'Identifier') return false;
  for (let at = scope; at; at = at.upper) {
    const variable = at.set.get(node.name);
    if (variable) return variable.defs.some(({ node: { init } }) => init && isTime(init, at));
  }
  return false;
}

const COMPARISONS = new Set(['<', '<=', '>', '>=']);

const noMeasuredTime = {
  meta: {
    type: 'problem',
    docs: { description: 'No time is measured in tests: they pass on slow and busy machines.' },
    messages: {
      clock: '{{name}} measures time: count steps, or compare with other work of the same run.',
      elapsed:
        'An elapsed time depends on the machine: count steps, or compare with other work of the same run.',
      limit:
        'A limit in time fails on a slow machine: wait until a condition is true, however long it takes.',
    },
  },
  create({ sourceCode, report }) {
    return {
      MemberExpression(node) {
        const name = nameOf(node);
        if (MEASURING.has(name)) report({ node, messageId: 'clock', data: { name } });
      },
      BinaryExpression(node) {
        const scope = sourceCode.getScope(node);
        const [left, right] = [isTime(node.left, scope), isTime(node.right, scope)];
        if (node.operator === '-' && left && right) report({ node, messageId: 'elapsed' });
        if (COMPARISONS.has(node.operator) && (left || right)) report({ node, messageId: 'limit' });
      },
    };
  },
};

export default { meta: { name: 'clocks' }, rules: { 'no-measured-time': noMeasuredTime } };
