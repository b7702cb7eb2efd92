import type { ApiProblem } from '../../../api/problem.js';
import { ChoiceField, TextField } from '../../ui/form.js';
import type { FeesDraft } from './session-draft.js';

const FEE_TYPES = [
  ['percent', 'Percent of the notional'],
  ['fixed', 'Fixed amount'],
] as const;

/** @param name path of the fees in the request, such as `feesConfig` */
export function FeesFields(props: {
  name: string;
  fees: FeesDraft;
  change: (fees: FeesDraft) => void;
  problem: ApiProblem | null;
}) {
  const { name, fees, change, problem } = props;
  return (
    <div class="triple">
      <TextField
        label="Entry fee"
        name={`${name}.entryFee`}
        type="number"
        value={fees.entryFee}
        change={(entryFee) => change({ ...fees, entryFee })}
        problem={problem}
      />
      <TextField
        label="Exit fee"
        name={`${name}.exitFee`}
        type="number"
        value={fees.exitFee}
        change={(exitFee) => change({ ...fees, exitFee })}
        problem={problem}
      />
      <ChoiceField
        label="Fees are a"
        name={`${name}.type`}
        value={fees.type}
        change={(type) => change({ ...fees, type })}
        options={FEE_TYPES}
        problem={problem}
      />
    </div>
  );
}
