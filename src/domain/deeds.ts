/** What somebody did, by the name of the call that did it, as it is told in a list of their deeds. */
const words: Readonly<Record<string, string>> = {
  'staff.login': 'Signed in',
  'staff.logout': 'Signed out',
  'staff.updatePassword': 'Changed their password',
  'staff.create': 'Added a staff member',
  'staff.update': 'Changed a staff member',
  'staff.deactivate': 'Deactivated a staff member',
  'staff.resetPassword': 'Reset a password',
  'roles.update': 'Changed what a role may do',
  'roles.restore': 'Gave a role its default permissions back',
  'stores.switch': 'Switched to another store',
  'stores.create': 'Added a store',
  'stores.update': 'Changed a store',
  'stores.deactivate': 'Deactivated a store',
  'stores.updateSettings': 'Changed the settings of a store',
  'settings.update': 'Changed the chain’s settings',
  'transactions.create': 'Began a sale',
  'transactions.update': 'Changed a draft',
  'transactions.delete': 'Cancelled a draft',
  'transactions.complete': 'Completed a sale',
  'transactions.void': 'Voided a sale',
  'transactions.refund': 'Refunded a sale',
  'transactions.printReceipt': 'Printed a receipt',
  'transactions.emailReceipt': 'E-mailed a receipt',
  'payments.create': 'Took a payment',
  'payments.verify': 'Confirmed a payment',
  'payments.markFailed': 'Marked a payment as failed',
  'payments.update': 'Changed a payment',
  'payments.delete': 'Deleted a payment',
  'pos.noSale': 'Opened the drawer without a sale',
  'customers.create': 'Added a customer',
  'customers.update': 'Changed a customer',
  'customers.delete': 'Deleted a customer',
  'customers.addPoints': 'Added loyalty points',
  'customers.deductPoints': 'Deducted loyalty points',
  'customers.createGroup': 'Added a customer group',
  'customers.updateGroup': 'Changed a customer group',
  'customers.deleteGroup': 'Deleted a customer group',
  'customers.createChannel': 'Added a signup channel',
  'customers.updateChannel': 'Renamed a signup channel',
  'customers.deleteChannel': 'Deleted a signup channel',
  'manufacturers.create': 'Added a manufacturer',
  'manufacturers.delete': 'Deleted a manufacturer',
  'media.upload': 'Uploaded a picture',
  'media.delete': 'Deleted a picture',
};

/** `createGroup` as words: "create group". */
const spaced = (name: string) => name.replace(/([A-Z])/g, ' $1').toLowerCase();

/** A deed in words: "Completed a sale"; one without words of its own by the name of its call. */
export function deedWords(action: string): string {
  const [area = '', name = ''] = action.split('.');
  return words[action] ?? `${spaced(area)}: ${spaced(name)}`.replace(/^./, (letter) => letter.toUpperCase());
}
