import type { Caller } from './app.js';
import type { AnswerRequest } from './answer-histories.js';
import { AnswersModel, type Version } from './answers-model.js';
import { MINUTE, T, ingest } from './factories.js';

let clients = 0;

/** Sends the requests of a history to a session, and does the same in the model. */
export class AnsweringClient {
  private readonly ids = new Map<string, string>();
  private readonly name = `client ${(clients += 1)}`;
  private sent = 0;

  constructor(
    private readonly call: Caller,
    public sessionId: string,
    readonly model = new AnswersModel(),
  ) {}

  async send(request: AnswerRequest): Promise<void> {
    const path = `/sessions/${this.sessionId}`;
    if (request.type === 'add') return this.add(request.versions);
    if (request.type === 'add again') return this.addAgain(request.place, request.feesPaid);
    if (request.type === 'edit') return this.edit(request);
    if (request.type === 'edit back') return this.editBack(request.place);
    if (request.type === 'remove') return this.remove(request.place);
    if (request.type === 'copy') return this.copy();
    if (request.type === 'remove all') {
      await this.call.delete(`${path}/trades`).expect(200);
      return this.model.removeAll();
    }
    if (request.type === 'playhead') {
      const { at, ahead } = request;
      await this.call.put(`${path}/playhead`, { at: timeOf(at), shownUntil: timeOf(at + ahead) }).expect(200);
      return this.model.put(at, at + ahead);
    }
    return this.rewind(request.to);
  }

  private async add(versions: readonly Version[]): Promise<void> {
    const trades = versions.map((version) => {
      this.sent += 1;
      return { clientId: `${this.name} ${this.sent}`, qty: 1, entryPrice: 1000, ...fieldsOf(version) };
    });
    const { trades: stored } = await ingest(this.call, { id: this.sessionId }, trades);
    for (const [place, { clientId }] of trades.entries()) {
      this.ids.set(clientId, stored[place]!.id);
      this.model.add(clientId, versions[place]!);
    }
  }

  /** Sends a trade again that was removed. */
  private async addAgain(place: number, feesPaid: number): Promise<void> {
    const { gone } = this.model;
    if (gone.length > 0) await this.add([{ ...gone[place % gone.length]!.first, feesPaid }]);
  }

  private async edit({ place, names, to }: Extract<AnswerRequest, { type: 'edit' }>): Promise<void> {
    const clientId = this.chosen(place);
    if (clientId === null) return;
    const after: Version = { ...this.model.trades.get(clientId)!.version };
    for (const name of names)
      Object.assign(after, name === 'times' ? { entry: to.entry, exit: to.exit } : { [name]: to[name] });
    await this.change(clientId, after);
  }

  private async editBack(place: number): Promise<void> {
    const clientId = this.chosen(place);
    const first = clientId !== null && this.model.trades.get(clientId)!.changed?.first;
    if (clientId !== null && first) await this.change(clientId, first);
  }

  private async change(clientId: string, after: Version): Promise<void> {
    await this.call.patch(this.pathOf(clientId), { ...fieldsOf(after), note: `n${this.sent}` }).expect(200);
    this.model.edit(clientId, after);
  }

  private async remove(place: number): Promise<void> {
    const clientId = this.chosen(place);
    if (clientId === null) return;
    await this.call.delete(this.pathOf(clientId)).expect(204);
    this.model.remove(clientId);
  }

  private async rewind(to: number): Promise<void> {
    const path = `/sessions/${this.sessionId}/rewind`;
    const isAhead = this.model.playhead !== null && to > this.model.playhead.at;
    const { body } = await this.call.post(path, { to: timeOf(to) }).expect(isAhead ? 400 : 200);
    if (isAhead) return;
    const removed = this.model.rewind(to);
    const playhead = this.model.playhead && { at: timeOf(to), shownUntil: timeOf(to) };
    expect(body).toMatchObject({ removed, playhead });
  }

  /** Goes on with a copy of the session. */
  private async copy(): Promise<void> {
    const { body } = await this.call.post(`/sessions/${this.sessionId}/copy`).expect(201);
    this.sessionId = body.session.id;
    await this.readIds();
  }

  /** Reads the ids of the stored trades. */
  async readIds(): Promise<void> {
    const { body } = await this.call.get(`/sessions/${this.sessionId}/trades?count=500`).expect(200);
    for (const { clientId, id } of body.trades as { clientId: string; id: string }[])
      this.ids.set(clientId, id);
  }

  private chosen(place: number): string | null {
    const clientIds = [...this.model.trades.keys()];
    return clientIds.length === 0 ? null : clientIds[place % clientIds.length]!;
  }

  private pathOf(clientId: string): string {
    return `/sessions/${this.sessionId}/trades/${this.ids.get(clientId)!}`;
  }
}

const timeOf = (minute: number): number => T + minute * MINUTE;

const fieldsOf = ({ entry, exit, ...fields }: Version) => ({
  ...fields,
  entryTime: timeOf(entry),
  exitTime: timeOf(exit),
});
