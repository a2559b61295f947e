export { startMail, type MailOptions } from './delivery.usecases.ts';
export { letter } from './letter.ts';
export { hasManyMails, refuseTooManyMails } from './mail-limits.guards.ts';
export { queueMail, type Mail } from './outbox.usecases.ts';
export { queueReceipt } from './receipt-mail.usecases.ts';
export { mailTransport } from './transports.ts';
