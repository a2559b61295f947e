import { onTestFinished } from 'vitest';
import { DEMO_PASSWORD } from '#tests/support/http.ts';

/** Another window of the same browser: what it receives, and its sign-in. */
export function inOtherWindow() {
  const channel = new BroadcastChannel('tindahan.sign-in');
  onTestFinished(() => channel.close());
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }) => heard.push(data));
  const post = async (path: string, body?: object) =>
    fetch(`/api/v1/staff/${path}`, {
      method: 'POST',
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  return {
    heard,
    signIn: async (email: string) => {
      const answer = await post('login', { email, password: DEMO_PASSWORD });
      const entered = (await answer.json()) as { staff: { id: number; name: string } };
      channel.postMessage(entered.staff.id);
      return entered;
    },
    signOut: async () => {
      await post('logout');
      channel.postMessage(null);
    },
  };
}
