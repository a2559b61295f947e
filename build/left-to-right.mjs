// Stands in for rtl-css-js in the screens: leaves every rule as it is.
export const convert = (rules) => rules;
export const convertProperty = (key, value) => ({ key, value });
