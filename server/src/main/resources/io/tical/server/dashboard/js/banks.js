// The banks of Thailand, by the codes of the API.

const THAI = {
  ANZ: "ANZ Bank",
  BBL: "Bangkok Bank",
  BAAC: "Bank for Agriculture and Agricultural Cooperatives",
  BOA: "Bank of America",
  BOC: "Bank of China",
  BNPP: "BNP Paribas",
  CIMBT: "CIMB Thai",
  CITI: "Citibank",
  DB: "Deutsche Bank",
  EXIM: "Export-Import Bank of Thailand",
  GHB: "Government Housing Bank",
  GSB: "Government Savings Bank",
  HSBC: "HSBC",
  ICBCT: "ICBC Thai",
  IOB: "Indian Overseas Bank",
  ISBT: "Islamic Bank of Thailand",
  JPM: "JPMorgan Chase Bank",
  KBANK: "Kasikornbank",
  KKP: "Kiatnakin Phatra Bank",
  BAY: "Krungsri, Bank of Ayudhya",
  KTB: "Krungthai Bank",
  LHFG: "Land and Houses Bank",
  MEGA: "Mega International Commercial Bank",
  MHCB: "Mizuho Bank",
  SCB: "Siam Commercial Bank",
  SME: "SME Development Bank",
  SCBT: "Standard Chartered Thai",
  SMBC: "Sumitomo Mitsui Banking Corporation",
  SMTB: "Sumitomo Mitsui Trust Bank",
  TCD: "Thai Credit Bank",
  TISCO: "TISCO Bank",
  TTB: "TMBThanachart",
  UOBT: "United Overseas Bank",
};

/**
 * The banks of a currency: `[[code, text], …]`; null where codes are typed.
 *
 * @param {string} currency
 */
export const banksOf = (currency) =>
  currency === "THB" ? Object.entries(THAI).map(([code, name]) => [code, `${name} (${code})`]) : null;
