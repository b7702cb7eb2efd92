/** A program that records a session with one trade. It reads the key from the environment. */
interface CodeExample {
  readonly language: string;
  readonly code: string;
}

const TRADE = `{"clientId": "1", "side": "long", "qty": 2,
   "entryPrice": 28400, "entryTime": 1680364800000,
   "exitPrice": 28650, "exitTime": 1680372000000}`;

const curl = (url: string): string => `URL=${url}
post() {
  curl -sS --fail-with-body "$URL$1" -d "$2" \\
    -H "x-api-key: $API_KEY" -H 'content-type: application/json'
}

PROJECT=$(post /projects '{"name": "My strategy",
  "symbol": "BTCUSDT", "timeframe": "15m"}' |
  cut -d '"' -f 6)
SESSION=$(post /sessions '{"projectId": "'$PROJECT'",
  "name": "First run", "initialBalance": 100000}' |
  cut -d '"' -f 6)
post /sessions/$SESSION/trades '{"trades": [
  ${TRADE}]}'
echo && echo "$URL/desk/#/sessions/$SESSION"
`;

const python = (url: string): string => `import json, os
from urllib.request import Request, urlopen

url = "${url}"

def post(path, body):
    headers = {"x-api-key": os.environ["API_KEY"],
               "content-type": "application/json"}
    data = json.dumps(body).encode()
    return json.load(urlopen(Request(url + path, data, headers)))

project = post("/projects", {
    "name": "My strategy", "symbol": "BTCUSDT", "timeframe": "15m"})
session = post("/sessions", {
    "projectId": project["project"]["id"],
    "name": "First run", "initialBalance": 100000})["session"]
post(f"/sessions/{session['id']}/trades", {"trades": [
  ${TRADE}]})
print(f"{url}/desk/#/sessions/{session['id']}")
`;

const typescript = (url: string): string => `const url = '${url}';

async function post(path: string, body: object) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'x-api-key': process.env.API_KEY!,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const { project } = await post('/projects', {
  name: 'My strategy', symbol: 'BTCUSDT', timeframe: '15m' });
const { session } = await post('/sessions', {
  projectId: project.id, name: 'First run', initialBalance: 100000 });
await post(\`/sessions/\${session.id}/trades\`, { trades: [
  ${TRADE}] });
console.log(\`\${url}/desk/#/sessions/\${session.id}\`);
`;

/** @param url address of the service, with its base path and without a slash at the end */
export const codeExamples = (url: string): readonly CodeExample[] => [
  { language: 'curl', code: curl(url) },
  { language: 'Python', code: python(url) },
  { language: 'TypeScript', code: typescript(url) },
];
