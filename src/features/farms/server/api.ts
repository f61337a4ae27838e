import { setPin } from '#accounts/server/phone-line.ts';
import * as operations from '#farms/contract.ts';
import { browseFarm } from '#farms/server/own-farm.ts';
import * as signups from '#farms/server/sign-up-farmer.ts';
import { mutation, query } from '#server/procedures.ts';
import * as ownFarm from './own-farm.ts';

export const auth = {
  signupFarmer: mutation(operations.signUpFarmer, signups.signUpFarmer),
  signupFarmerByPhone: mutation(operations.signUpFarmerByPhone, signups.signUpFarmerByPhone),
};

export const farmer = {
  profile: query(operations.getFarmerProfile, ownFarm.getFarmerProfile),
  editFarm: mutation(operations.editFarm, ownFarm.editFarm),
  moveFarm: mutation(operations.moveFarm, ownFarm.moveFarm),
  changePhoneNumber: mutation(operations.changePhoneNumber, ownFarm.changePhoneNumber),
};

export const market = { farm: query(operations.browseFarm, browseFarm) };

export const phone = {
  get: query(operations.getOwnPhone, ownFarm.getOwnPhone),
  setPin: mutation(operations.setPin, setPin),
  reportSimChange: mutation(operations.reportOwnSim, ownFarm.reportOwnSim),
  signedUpFarmers: query(operations.listSignedUp, signups.listSignedUp),
  signUpFarmer: mutation(operations.signUpByAgent, signups.signUpByAgent),
};
