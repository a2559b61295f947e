import { labelOf, type LabelDocument, type LabelledUnit } from '#domain/label.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { useChainSettings } from './chain-settings.tsx';
import { useReadableStores } from './inactive-stores.ts';
import { useSignedIn } from './session.tsx';

/** Returns what makes the label of a unit, with the price that the till of its store charges. */
export function useUnitLabels(): (unit: LabelledUnit, storeId?: number) => LabelDocument {
  const { shop_name } = useChainSettings();
  const { store } = useSignedIn();
  const readable = useReadableStores();
  return (unit, storeId = store.id) => {
    const { settings = store.settings } = readable.find(({ id }) => id === storeId) ?? store;
    return labelOf(unit, { shop_name, tax: taxRuleOf(settings) });
  };
}
