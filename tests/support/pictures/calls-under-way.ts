// Loaded before the screens are, whose calls it counts.

const send = window.fetch.bind(window);
let count = 0;

window.fetch = async (...given) => {
  count += 1;
  try {
    const answer = await send(...given);
    // The answer has come once all of it is here.
    await answer.clone().arrayBuffer();
    return answer;
  } finally {
    count -= 1;
  }
};

/** Returns how many calls have reached the server and are not answered yet. */
export const callsUnderWay = () => count;
