export { startMail, type MailOptions } from './delivery.usecases.ts';
export { queueReceipt } from './receipt-mail.usecases.ts';
export { mailTransport } from './transports.ts';
