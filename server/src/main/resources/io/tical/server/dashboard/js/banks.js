// The banks of Thailand, by the codes of the API.

const THAI = {
  BNPP: "BNP Paribas",
  BBL: "Bangkok Bank",
  BAAC: "Bank for Agriculture and Agricultural Cooperatives",
  BOC: "Bank of China",
  CIMBT: "CIMB Thai",
  CITI: "Citibank",
  EXIM: "Export-Import Bank of Thailand",
  GHB: "Government Housing Bank",
  GSB: "Government Savings Bank",
  ICBCT: "ICBC Thai",
  ISBT: "Islamic Bank of Thailand",
  KBANK: "Kasikornbank",
  KKP: "Kiatnakin Phatra Bank",
  BAY: "Krungsri, Bank of Ayudhya",
  KTB: "Krungthai Bank",
  LHFG: "Land and Houses Bank",
  MHCB: "Mizuho Bank",
  SME: "SME Development Bank",
  SCB: "Siam Commercial Bank",
  SCBT: "Standard Chartered Thai",
  TISCO: "TISCO Bank",
  TTB: "TMBThanachart",
  TCD: "Thai Credit Bank",
  UOBT: "United Overseas Bank",
};

/** The banks of a currency: `[[code, text], …]`; null where codes are typed. */
export const banksOf = (currency) =>
  currency === "THB" ? Object.entries(THAI).map(([code, name]) => [code, `${name} (${code})`]) : null;
