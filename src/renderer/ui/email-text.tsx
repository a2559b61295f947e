import { Fragment } from 'react';

/** An e-mail address; too long for its place, it breaks before its `@` or a dot. */
export function EmailText({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
